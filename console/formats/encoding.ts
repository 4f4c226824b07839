/** Reads files of text whose encoding nobody has said. Pure. */

/**
 * Returns a file of text in UTF-8. Excel writes CSV in UTF-16 with a byte order mark, or in the code page of Western Europe, which any
 * bytes are that are no UTF-8.
 */
export async function inUtf8(file: File): Promise<File> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8') return file;
  return new File([new TextDecoder(encoding).decode(bytes)], file.name, { type: file.type });
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

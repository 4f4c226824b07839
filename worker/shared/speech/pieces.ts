/**
 * Cuts recordings into pieces that an engine takes at once: WAV at samples, and if wanted a channel at a time; MP3 at frames. Other
 * formats stay whole. A long recording is read again for each piece, from where the last one ended, so that a kill loses one piece.
 */
import type { ByteReader } from '../limits/byte-reader.ts';
import { mp3Piece } from './mp3.ts';
import type { Cut, SoundPiece } from './sound.ts';
import { wavPiece } from './wav.ts';

/** Most bytes of a recording that cannot be cut. */
const WHOLE_BYTES = 10 * 1024 * 1024;

/**
 * Reads the next piece of a recording.
 * @param reader at the byte of the position
 * @returns undefined at the end; `too large` for a recording that is too large to be taken whole
 * @throws Error if the recording breaks off
 */
export async function nextPiece(reader: ByteReader, cut: Cut): Promise<SoundPiece | 'too large' | undefined> {
  const { position, type } = cut;
  if (type === 'audio/wav') {
    const piece = await wavPiece(reader, cut);
    if (piece !== 'no format') return piece;
  }
  if (type === 'audio/mpeg') {
    const piece = await mp3Piece(reader, position);
    if (piece !== 'no format') return piece;
  }
  if (position.byte > 0) return undefined;
  const bytes = await reader.take(WHOLE_BYTES + 1);
  if (bytes.length > WHOLE_BYTES) return 'too large';
  if (bytes.length === 0) return undefined;
  return { bytes, type, seconds: undefined, channel: undefined, next: undefined };
}

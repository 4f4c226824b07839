/** Workbooks from hand-made parts, as Excel, LibreOffice, Google Sheets and other programs write them. */
import { strToU8, type Zippable, zipSync } from 'fflate';

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The parts of a workbook. Those that are left out are as Excel writes them, with one sheet. */
export interface Parts {
  /** `sheetData` and what is beside it, by the name of the sheet. */
  sheets: Record<string, string>;
  /** The contents of `sst`. */
  texts?: string;
  /** The contents of `styleSheet`. */
  styles?: string;
  /** In front of the sheets: `<workbookPr date1904="1"/>`. */
  settings?: string;
  /** The attributes of the sheets by name: `state="hidden"`. */
  states?: Record<string, string>;
  /** Further files. */
  others?: Zippable;
}

/** A sheet with rows. */
export const sheetData = (rows: string): string => `<sheetData>${rows}</sheetData>`;

/** Styles with the given formats of numbers, in the order of the cells' `s`; the first is for `s="0"`. */
export function stylesOf(...formats: (number | string)[]): string {
  const own = formats.flatMap((format, index) =>
    typeof format === 'string' ? [`<numFmt numFmtId="${164 + index}" formatCode="${escaped(format)}"/>`] : [],
  );
  const cells = formats.map(
    (format, index) => `<xf numFmtId="${typeof format === 'string' ? 164 + index : format}" fontId="0"/>`,
  );
  return `<numFmts count="${own.length}">${own.join('')}</numFmts>
    <cellStyleXfs count="2"><xf numFmtId="14"/><xf numFmtId="9"/></cellStyleXfs>
    <cellXfs count="${cells.length}">${cells.join('')}</cellXfs>
    <dxfs><dxf><numFmt numFmtId="999" formatCode="0"/></dxf></dxfs>`;
}

/** The files of a workbook, before they are packed. */
export function filesOf({ sheets, texts, styles, settings = '', states = {}, others = {} }: Parts): Zippable {
  const names = Object.keys(sheets);
  const xml = (text: string): Uint8Array =>
    strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n${text}`);
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  return {
    '[Content_Types].xml': xml(`<Types xmlns="${PACKAGE}/content-types"/>`),
    '_rels/.rels': xml(
      `<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${settings}<sheets>${names
        .map(
          (name, at) =>
            `<sheet name="${escaped(name)}" sheetId="${at + 7}" ${states[name] ?? ''} r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${PACKAGE}/relationships">${names
        .map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
        .join(
          '',
        )}${relation('rId90', 'sharedStrings', 'sharedStrings.xml')}${relation('rId91', 'styles', 'styles.xml')}</Relationships>`,
    ),
    ...(texts === undefined ? {} : { 'xl/sharedStrings.xml': xml(`<sst xmlns="${MAIN}">${texts}</sst>`) }),
    ...(styles === undefined
      ? {}
      : { 'xl/styles.xml': xml(`<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`) }),
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        xml(`<worksheet xmlns="${MAIN}">${sheets[name]}</worksheet>`),
      ]),
    ),
    ...others,
  };
}

/** A packed workbook. */
export function workbook(parts: Parts): Uint8Array<ArrayBuffer> {
  return zipSync(filesOf(parts));
}

/** A workbook of rows of texts, as Excel writes it. */
export function workbookOfTexts(
  rows: Readonly<Record<string, readonly (readonly string[])[]>>,
): Uint8Array<ArrayBuffer> {
  const texts: string[] = [];
  const sheets = Object.entries(rows).map(([name, lines]) => {
    const content = lines
      .map(
        (cells, row) =>
          `<row r="${row + 1}">${cells
            .map((cell, column) =>
              cell === ''
                ? ''
                : `<c r="${String.fromCharCode(65 + column)}${row + 1}" t="s"><v>${texts.push(`<si><t xml:space="preserve">${escaped(cell)}</t></si>`) - 1}</v></c>`,
            )
            .join('')}</row>`,
      )
      .join('');
    return [name, sheetData(content)];
  });
  return workbook({ sheets: Object.fromEntries(sheets) as Record<string, string>, texts: texts.join('') });
}

/** Text as XML has it. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The headers that spreadsheets have for the columns of a list, in the languages of Western and Northern Europe. Pure. */

export type PasteList = 'locations' | 'numbers';

const BRANCH = 'location|branch|store|office|shop|site|franchise';
/** Branches in German, French, Spanish, Italian, Dutch, Portuguese, and in Danish, Norwegian, Swedish and Polish. */
const FOREIGN_BRANCH =
  'filiale|standort|niederlassung|agence|succursale|magasin|etablissement|point de vente|sucursal|tienda|sede|oficina|negozio|punto vendita|filiaal|vestiging|winkel|filial|loja|unidade|avdeling|afdeling|avdelning|kontor|butik|butikk|forretning|oddzial|placowka|sklep';
const FOREIGN_CITY =
  'ort|stadt|ville|commune|ciudad|localidad|poblacion|municipio|citta|comune|plaats|stad|woonplaats|cidade|by|poststed|postort|sted|miasto|miejscowosc';
const PHONE =
  '(tele)?phones?|tel|phone line|telefon|telefonnummer|rufnummer|festnetz|telephone|telefono|telefoon|telefoonnummer|telefone|tlf|telefonnr|sentralbord|hovednummer|vaxel|telefonnumer';
const NUMBER = 'numbers?|nos?|nr|#|nummer|numero';

/** The plain header of a phone, which says neither that it rings nor where it is printed. */
const PLAIN_PHONE = anyOf(
  `((main|office|${BRANCH}|business|direct|local) )?(${PHONE})( ?(${NUMBER}))?`,
  `${NUMBER} de tel(ephone|efono|efone)?`,
);
/** Headers of phones that ring, by which other columns of phones are numbers on the site. */
const RINGS =
  /^(phones? that rings?|rings( at)?|forward(s|ing)?( to)?( (number|phone))?|destination( (number|phone))?|answered (at|by)|weiterleitung|ziel(nummer|rufnummer))$/;

/** The columns that a list has, each with the headers that spreadsheets use for it. */
export const COLUMNS: Record<PasteList, Readonly<Record<string, RegExp>>> = {
  locations: {
    name: anyOf(
      `(${BRANCH})( name)?|name|title|business name`,
      `(name (der|des) )?(${FOREIGN_BRANCH})|bezeichnung|nom|nombre|nome|naam`,
    ),
    address: anyOf(
      '(street|mailing|physical)? ?address( 1| line 1)?|street',
      'strasse( und hausnummer)?|adresse|anschrift|rue|direccion|calle|domicilio|indirizzo|via|adres|straat|endereco|rua|morada|gateadresse|gade|vej|gate|gatuadress|ulica',
    ),
    city: anyOf(`city|town|city town|locality|${FOREIGN_CITY}`),
    state: anyOf(
      'state|region|province|st|state province',
      'bundesland|kanton|departement|provincia|comunidad|estado|regione|provincie|distrito',
    ),
    postal_code: anyOf(
      '(zip|postal|post)( ?codes?)?|postcode',
      'plz|postleitzahl|code postal|cp|codigo postal|cap|codice postale|cep|postn(umme)?r|postnumber|kod pocztowy',
    ),
    country: anyOf('country( code)?|land|pays|pais|paese|nazione|kraj'),
    coordinates: anyOf(
      'lat(itude)? ?(/|and|,|&)? ?(long?|lng|longitude)|geo|gps|location coordinates|lat ?(lng|long?)',
      'coord(s|inates?|onnees|enadas|inaten)|koordinaten|coordinate',
    ),
    latitude: anyOf(
      'lat(itude)?|(geogr(afische|aphische)? )?breite(ngrad)?|latitudine?|latitud|breedtegraad|breddegrad|breddgrad',
    ),
    longitude: anyOf(
      'long?|lng|longitude|(geogr(afische|aphische)? )?lange(ngrad)?|longitud(ine)?|lengtegraad|lengdegrad|langdegrad|langdgrad',
    ),
    timezone: anyOf('time ?zone|tz|zeitzone|fuseau horaire|zona horaria|fuso orario|tijdzone|fuso horario'),
    numbers: RINGS,
    printed: anyOf(
      `(web ?site|web|public|published|printed|listed|shown)( (${PHONE}))?( ?(${NUMBER}))?|(phone )?number on (the )?(web )?site`,
    ),
    postal_codes:
      /^(serves|service area|postal codes served|zip codes served|zip codes|zips|territory|postal codes)$/,
    location_id: anyOf(
      `((location|store|branch|office) )?(id|code|number|no|#)|nr|nummer|filialnummer|kennung|numero`,
    ),
  },
  numbers: {
    phone_number: anyOf(
      `((tracking|tracked|call|dni) )?((tele)?phone|number|tel)( ?(${NUMBER}))?`,
      `tracking( (line|${NUMBER}))?|trackingnummer|${PHONE}|nummer|numero( de (suivi|seguimiento))?`,
    ),
    source: anyOf(
      '((lead|traffic|marketing|ad) )?(source|channel|campaign|medium)( name)?',
      'quelle|kilde|kalla|kanal|kampagne|kampanj(e)?|zrodlo|canal|campagne|fuente|origen|fonte|canale|campagna|bron|kanaal|origem',
    ),
    location_id: anyOf(
      `(${BRANCH})( (name|id|code))?|city|name|title|business name`,
      `${FOREIGN_BRANCH}|${FOREIGN_CITY}|nom|nombre|nome|naam`,
    ),
    target:
      /^(target|instead of|replaces|(printed|main|original|local|real|swap|destination|forward(s|ing)?( to)?) ?(number|phone|line)?|ersetzt|remplace|reemplaza|sostituisce|vervangt)$/,
    sms: /^(sms|texts?|texting)$/,
  },
};

/** Returns a header as it is compared: small letters without accents and marks. */
export function plainHeader(header: string): string {
  return header
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .replaceAll(/[_\s-]+/g, ' ')
    .replaceAll(/[.:*]|\([^()]*\)/g, '')
    .trim();
}

/** Returns the member that a header names. */
export function memberNamed(list: PasteList, header: string): string | undefined {
  const plain = plainHeader(header);
  const named = Object.entries(COLUMNS[list]).find(([, pattern]) => pattern.test(plain))?.[0];
  return named ?? (list === 'locations' && isPlainPhone(header) ? 'numbers' : undefined);
}

/** Tells whether a header is that of a phone, and says neither that it rings nor that it is printed. */
export function isPlainPhone(header: string): boolean {
  return PLAIN_PHONE.test(plainHeader(header));
}

/** Tells whether a header says that the phones below it ring. */
export function saysThatItRings(header: string): boolean {
  return RINGS.test(plainHeader(header));
}

function anyOf(...words: string[]): RegExp {
  return new RegExp(`^(${words.join('|')})$`);
}

/** Tells what a field of a form asks for: by `autocomplete`, by its type, by words of label and name in twelve languages. Pure. */
import type { FormField } from '../../../dni/reports/form-report.ts';
import { folded } from '../../../shared/contact/country-names.ts';

/**
 * `first` and `last` are names of a person, `code` is a calling code or the country of a number, `area` an area code, `extension`
 * what is dialled after the number. `known` is for something else, `other` for a field that no word tells.
 */
export type Meaning =
  | 'email'
  | 'phone'
  | 'code'
  | 'area'
  | 'extension'
  | 'country'
  | 'name'
  | 'first'
  | 'last'
  | 'known'
  | 'other';

/** By the HTML standard ("Autofill"). */
const BY_AUTOCOMPLETE: Readonly<Record<string, Meaning>> = {
  email: 'email',
  tel: 'phone',
  'tel-national': 'phone',
  'tel-local': 'phone',
  'tel-local-prefix': 'phone',
  'tel-local-suffix': 'phone',
  'tel-country-code': 'code',
  'tel-area-code': 'area',
  'tel-extension': 'extension',
  country: 'country',
  'country-name': 'country',
  name: 'name',
  'given-name': 'first',
  'family-name': 'last',
};

/**
 * Words of labels and names, folded and in lower case: without marks, and with one blank between them. The first match counts.
 * A wrong guess for an address or number does no harm, since its value must be one.
 */
const BY_WORDS: readonly (readonly [RegExp, Meaning])[] = [
  [
    /e ?mail|\bmail\b|correo|courriel|mejl|e ?post\b|poczt|posta elettr|почт(?!ов)|меил|メール|بريد(?!ي)|ايميل/,
    'email',
  ],
  [/\bfax|факс|ファックス|ファクス|فاكس/, 'known'],
  [
    /(?:country|dial\w*|calling|phone|international) ?code|landervorwahl|indicatif|prefijo|prefisso|indicativo|codigo (?:do |del? )?pa|landcode|landnummer|landskod|landsnummer|kierunkow|код страны|国番号|国コート|رمز الدولة|مفتاح الدولة/,
    'code',
  ],
  [
    /area ?code|(?:phone|tel) area$|vorwahl|\bddd\b|kengetal|riktnummer|код города|市外局番|رمز المنطقة/,
    'area',
  ],
  [
    /\bext(?:ension|n)?\b|durchwahl|nebenstelle|\bposte\b|interno|\banexo|ramal|toestel|anknytning|wewn|добав|(?:^| )доб(?: |$)|内線|تحويلة/,
    'extension',
  ],
  [
    /phone|mobi|contact n|contactnummer|numero d[ei] conta|\bcell|\btel\b|telef|telem|handy|whats ?app|\bfono\b|celular|movil|rufnummer|ruckruf|portable|\bgsm\b|\bkomork|телеф|моб|(?:^| )тел(?: |$)|電話|携帯|ケータイ|هاتف|جوال|موبايل|محمول|تلفون|واتس/,
    'phone',
  ],
  [
    /first and last name|nome e cognome|nombres? y apellido|noms? et prenom|prenoms? et nom|vor und (?:nach|zu)name|imie i nazwisko|имя и фамил|фамилия и имя|фамилия имя|voor en achternaam|for och efternamn|姓名/,
    'name',
  ],
  [
    /first ?name|^first$|given ?name|forename|vorname|prenom|\bfname\b|voornaam|fornamn|primeiro nome|(?:\d|name) first$|^名$|下の名前|الاسم الاول/,
    'first',
  ],
  [
    /last ?name|^last$|family ?name|surname|nachname|familienname|apellido|\blname\b|nom de famille|cognome|sobrenome|apelido|achternaam|efternamn|nazwisk|фамил|(?:\d|name) last$|^姓$|苗字|名字|اسم العايلة|اللقب|الاسم الاخير/,
    'last',
  ],
  [
    /company|firm|business|user ?name|nick|organi[sz]ation|street|city|town|product|event|file|account|project|domain|brand|model|\bpet\b|empresa|entreprise|societe|azienda|unternehmen|strasse|straße|bedrijf|foretag|gatuadress|компани|организац|会社|法人|御社|貴社|店|フリカ|ふりか|شركة|مدينة|\bville\b|ciudad|citta|cidade|\bort\b|stad\b|miasto|город|都道府県|市区|住所/,
    'known',
  ],
  [
    /^(?:(?:your|full|ihr|contact|my|form|fields|customer|complete) )*name\b|full ?name|your ?name|ihr name|\bnombres?\b|^(?:votre |contact )?nom\b|^(?:il tuo |seu |o seu )?nome\b|nome completo|^(?:uw |je )?naam\b|^(?:ditt )?namn\b|\bimie\b|(?:^| )имя|\bфио|(?:^| )фио|名前|氏名|الاسم|اسمك/,
    'name',
  ],
  [/country|^land$|\bpais\b|^pays$|^paese$|^kraj$|страна|^国$|国名|الدولة|البلد/, 'country'],
  [
    /zip|post ?code|postal|\bplz\b|postleit|\bcap\b|\bcep\b|postnummer|индекс|郵便|الرمز البريدي|number of|order|invoice|customer|\bid\b|\bref|\bvat\b|\btax|serial|policy|budget|price|amount|quantity|date|year|rechnung|kundennummer|auftrag|anzahl|\bdatum|commande|facture|client|pedido|factura|cantidad|fecha|ordine|fattura|bestel|factuur|aantal|\border|faktura|ilosc|заказ|счет|дата|количеств|注文|日付|日時|数量|طلب|تاريخ|عدد/,
    'known',
  ],
];

/** A text that says one calling code, as lists of countries do: `+49`, `Germany (+49)`. */
const CALLING_CODE = /^[^+\d]*\+ ?\d{1,4}(?:[ -]\d{3})?[^\d]*$/;
/** Types of which words tell the meaning: all meanings, or only some, and what the field is else. */
const OF_TYPE: Readonly<Record<string, { only?: readonly Meaning[]; else: Meaning }>> = {
  text: { else: 'other' },
  number: { else: 'other' },
  '': { else: 'other' },
  tel: { only: ['code', 'area', 'extension'], else: 'phone' },
  select: { only: ['code', 'country'], else: 'known' },
};

/** Returns the meaning of a field. */
export function meaningOf(field: FormField): Meaning {
  const { autocomplete, type, label, name, value } = field;
  const byAutocomplete = BY_AUTOCOMPLETE[autocomplete];
  if (byAutocomplete !== undefined) return byAutocomplete;
  if (type === 'email' || /\S@\S/.test(label)) return 'email';
  const words = OF_TYPE[type];
  if (words === undefined) return 'known';
  const byWords = [label, name].map(meaningOfWords).find((meaning) => meaning !== 'other') ?? 'other';
  if (byWords !== 'known' && CALLING_CODE.test(value)) return 'code';
  return words.only === undefined || words.only.includes(byWords) ? byWords : words.else;
}

function meaningOfWords(text: string): Meaning {
  const words = folded(text).trim();
  return BY_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'other';
}

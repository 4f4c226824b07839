/** What callers and whoever answers hear unless the company writes its own: in the language of its calls. Pure. */
import { type CallRules, DEFAULT_RULES } from './rules.ts';

/** The texts of rules that have words by default. */
type SpokenTexts = Pick<
  CallRules,
  'screening_prompt' | 'announcement' | 'voicemail_greeting' | 'apology' | 'suspects_prompt'
>;

/** The prompt, the announcement, the greeting, the apology, what callers of a released number hear, and suspects. */
type Texts = readonly [string, string, string, string, string, string];

/** The texts by a BCP 47 language, or its first part. */
const TEXTS: ReadonlyMap<string, Texts> = new Map(
  Object.entries<Texts>({
    da: [
      'Tryk på 1 for at tage imod opkaldet.',
      'Denne samtale bliver optaget.',
      'Læg venligst en besked efter tonen.',
      'Ingen kan tage imod dit opkald lige nu. Ring venligst igen senere.',
      'Dette nummer er ikke i brug.',
      'Tryk på 1 for at blive stillet igennem.',
    ],
    de: [
      'Drücken Sie die 1, um den Anruf anzunehmen.',
      'Dieser Anruf wird aufgezeichnet.',
      'Bitte hinterlassen Sie nach dem Signalton eine Nachricht.',
      'Im Moment kann niemand Ihren Anruf entgegennehmen. Bitte rufen Sie später noch einmal an.',
      'Diese Rufnummer ist nicht vergeben.',
      'Bitte drücken Sie die 1, um verbunden zu werden.',
    ],
    es: [
      'Pulse 1 para aceptar la llamada.',
      'Esta llamada se graba.',
      'Por favor, deje un mensaje después de la señal.',
      'En este momento nadie puede atender su llamada. Por favor, vuelva a llamar más tarde.',
      'Este número no está en servicio.',
      'Pulse 1 para que le pasemos la llamada.',
    ],
    fi: [
      'Paina 1, jos haluat vastata puheluun.',
      'Tämä puhelu tallennetaan.',
      'Jätä viesti äänimerkin jälkeen.',
      'Kukaan ei voi juuri nyt vastata puheluusi. Soita myöhemmin uudelleen.',
      'Tämä numero ei ole käytössä.',
      'Paina 1, niin puhelusi yhdistetään.',
    ],
    fr: [
      'Appuyez sur 1 pour accepter l’appel.',
      'Cet appel est enregistré.',
      'Veuillez laisser un message après le signal sonore.',
      'Personne ne peut prendre votre appel pour le moment. Veuillez rappeler plus tard.',
      'Ce numéro n’est pas en service.',
      'Appuyez sur 1 pour être mis en relation.',
    ],
    it: [
      'Prema 1 per accettare la chiamata.',
      'Questa chiamata viene registrata.',
      'Lasci un messaggio dopo il segnale acustico.',
      'Al momento nessuno può rispondere alla Sua chiamata. La preghiamo di richiamare più tardi.',
      'Questo numero non è attivo.',
      'Prema 1 per essere messo in comunicazione.',
    ],
    nb: [
      'Trykk 1 for å ta imot anropet.',
      'Denne samtalen blir tatt opp.',
      'Legg igjen en beskjed etter tonen.',
      'Ingen kan ta imot anropet ditt akkurat nå. Ring gjerne igjen senere.',
      'Dette nummeret er ikke i bruk.',
      'Trykk 1 for å bli satt over.',
    ],
    nl: [
      'Druk op 1 om het gesprek aan te nemen.',
      'Dit gesprek wordt opgenomen.',
      'Spreek na de toon een bericht in.',
      'Op dit moment kan niemand uw gesprek aannemen. Bel later nog eens.',
      'Dit nummer is niet in gebruik.',
      'Druk op 1 om doorverbonden te worden.',
    ],
    pl: [
      'Naciśnij 1, aby odebrać połączenie.',
      'Ta rozmowa jest nagrywana.',
      'Prosimy zostawić wiadomość po sygnale.',
      'W tej chwili nikt nie może odebrać połączenia. Prosimy zadzwonić później.',
      'Ten numer jest nieaktywny.',
      'Naciśnij 1, aby uzyskać połączenie.',
    ],
    pt: [
      'Prima 1 para aceitar a chamada.',
      'Esta chamada está a ser gravada.',
      'Por favor, deixe uma mensagem após o sinal.',
      'De momento ninguém pode atender a sua chamada. Por favor, volte a ligar mais tarde.',
      'Este número não está atribuído.',
      'Prima 1 para que a chamada seja atendida.',
    ],
    'pt-br': [
      'Pressione 1 para aceitar a ligação.',
      'Esta ligação está sendo gravada.',
      'Por favor, deixe uma mensagem após o sinal.',
      'No momento ninguém pode atender a sua ligação. Por favor, ligue novamente mais tarde.',
      'Este número não está em serviço.',
      'Pressione 1 para completar a ligação.',
    ],
    sv: [
      'Tryck 1 för att ta emot samtalet.',
      'Det här samtalet spelas in.',
      'Lämna ett meddelande efter tonen.',
      'Ingen kan ta emot ditt samtal just nu. Ring gärna igen senare.',
      'Det här numret är inte i bruk.',
      'Tryck 1 för att bli kopplad vidare.',
    ],
  }),
);

/** Other codes of a language. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['no', 'nb'],
  ['nn', 'nb'],
]);

/** Returns all rules, with the company's own where it has any. What is spoken by default is in the language of the calls. */
export function withDefaults(own: Partial<CallRules>): CallRules {
  return { ...DEFAULT_RULES, ...spokenIn(own.language ?? DEFAULT_RULES.language), ...own };
}

/** Returns what callers of a number hear that the company does not have any more. @param language BCP 47 */
export function notInService(language: string): string {
  return textsIn(language)?.[4] ?? 'This number is not in service.';
}

/** Returns the texts of rules in a language; none for English and for languages without texts. @param language BCP 47 */
function spokenIn(language: string): Partial<SpokenTexts> {
  const texts = textsIn(language);
  if (texts === undefined) return {};
  const [prompt, announcement, greeting, apology, , suspects] = texts;
  return {
    screening_prompt: prompt,
    announcement,
    voicemail_greeting: greeting,
    apology,
    suspects_prompt: suspects,
  };
}

function textsIn(language: string): Texts | undefined {
  const code = language.toLowerCase();
  const [first = ''] = code.split('-');
  return TEXTS.get(code) ?? TEXTS.get(SAME.get(first) ?? first);
}

/** One Spanish word for each thing: the left one is refused, the right one is used instead. */
const words: readonly [wrong: RegExp, right: string][] = [
  [/(?<!\p{L})añad\p{L}*/giu, 'agregar'],
  [/(?<!\p{L})encuentro/giu, 'punto de reunión'],
  [/(?<!datos )(?<!\p{L})móvil\p{L}*/giu, 'celular'],
  [/(?<!\p{L})(?:aparcamiento|parking)/giu, 'estacionamiento'],
  [/(?<!\p{L})(?:el|del|al|un) panel(?! lateral)/giu, 'tablero'],
  [/(?<!\p{L})(?:des|in)?habilit\p{L}*/giu, 'activar, desactivar'],
  [/(?<!\p{L})retir[aáeéoó]\p{L}*/giu, 'dar de baja (Retire), quitar (Remove)'],
  [/(?<!\p{L})introdu[cz]\p{L}*/giu, 'ingresar'],
]

const clitic = '(?:lo|la|los|las|le|les|me|nos|se|te)'

/** Verbs whose imperative for "usted" ends in a: those in -er and -ir. */
const inA =
  'abr|atiend|compart|complet|corrij|distribuy|divid|dig|elij|escrib|establezc|hag|imprim|le|mantenga|pid|pong|respond|sig|teng|traig|vuelv'
/** The same verbs with the stem of their imperative for "tú", which ends in e. */
const inE = 'abr|compart|corrig|divid|elig|escrib|imprim|le|pid|respond|sigu|vuelv'
/** Verbs whose "tú" imperative, at the start of a sentence, is no noun and no third person. */
const ofTu =
  'agrega|archiva|borra|busca|cambia|carga|compara|configura|confirma|contacta|copia|crea|cuelga|deja|descarga|desactiva|edita|elige|elimina|envía|escanea|escribe|espera|guarda|imprime|ingresa|inicia|instala|intenta|invita|lee|llama|marca|nombra|pide|pon|prueba (?:otr[oa]s?|con|el|la)|pulsa|quita|responde|revisa|selecciona|toca|toma|verifica|vuelve a'

/** The reader is addressed as "usted". */
const forms: readonly RegExp[] = [
  /(?<!\p{L})(?:tú|tus?|te|ti|contigo|tuy[oa]s?)(?!\p{L})/giu,
  /(?<!\p{L})(?:puedes|podrás|tienes|tendrás|quieres|debes|eres|estás|has|vas|ves|verás|sabes|recibirás)(?!\p{L})/giu,
  // An imperative with a pronoun: one in -ar has e before it, the others have a.
  new RegExp(
    `(?<!\\p{L})(?!cuáles)(?!(?:${plain(inA)})a)(?=\\p{L}*[áéíóú])\\p{L}+[aá]${clitic}(?!\\p{L})`,
    'giu',
  ),
  new RegExp(`(?<!\\p{L})(?:${plain(inE)})e${clitic}(?!\\p{L})`, 'giu'),
  /(?<!\p{L})(?:haz|pon|ten|di)(?:lo|la|los|las|te|me)?(?!\p{L})/giu,
  new RegExp(`(?:^|[.:;!?»)…] |(?:primero|luego|después) )(?:${ofTu})(?!\\p{L})`, 'giu'),
]

/** The stems with any vowel stressed. */
function plain(stems: string): string {
  return stems
    .replaceAll('a', '[aá]')
    .replaceAll('e', '[eé]')
    .replaceAll('i', '[ií]')
    .replaceAll('o', '[oó]')
    .replaceAll('u', '[uú]')
}

/** The words in a Spanish text that differ from those of other texts, and forms of "tú". */
export function spanishFaults(text: string): string[] {
  const wrongWords = words.flatMap(([wrong, right]) =>
    (text.match(wrong) ?? []).map((found) => `“${found}”: say ${right}`),
  )
  const wrongForms = forms.flatMap((form) =>
    (text.match(form) ?? []).map((found) => `“${found.trim()}”: say usted`),
  )
  return [...wrongWords, ...wrongForms]
}

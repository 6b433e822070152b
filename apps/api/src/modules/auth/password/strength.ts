/**
 * Words that people build passwords from, in lower case and without accents. With the patterns
 * below (digits and punctuation around them, look-alike characters, repetition) they cover some
 * hundred thousand common passwords.
 */
const words = `
password passwort contrasena clave passcode passphrase pass pwd secret secreto login logon access acceso admin administrator
administrador root user usuario guest visitor visitante demo test testing tester example sample default changeme change
temp temporary welcome bienvenido hello hola letmein open sesame opensesame enter please trustno trustnoone nothing unknown
master manager staff office reception security seguridad private account server system computer internet network wifi
qwerty qwertz azerty qwert asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qweqwe wasd poiuyt lkjhgf mnbvcxz
abc abcd abcde abcdef abcdefg abcdefgh xyz aaa
love iloveyou loveyou teamo amor miamor lovely loveme sweetheart darling honey baby babygirl babyboy princess princesa angel
sunshine rainbow flower butterfly summer winter spring autumn verano invierno primavera january february march april june
july august september october november december monday tuesday wednesday thursday friday saturday sunday enero febrero marzo
abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo
dragon monkey tiger lion eagle falcon panther wolf bear shark dolphin horse pony puppy kitty kitten doggie fluffy buster
charlie jordan michael michelle jessica ashley daniel andrew joshua matthew thomas robert anthony nicole jennifer amanda
hannah sarah samantha oliver jack harry george william james maria jose carlos juan alejandro diego sofia camila valentina
football futbol soccer baseball basketball hockey cricket rugby tennis golf liverpool chelsea arsenal barcelona madrid
realmadrid juventus manchester yankees lakers cowboys steelers broncos tigers eagles bulldogs
superman batman spiderman pokemon pikachu starwars skywalker yoda gandalf hobbit matrix ninja samurai pirate wizard magic
merlin phoenix shadow killer hunter ranger soldier warrior gladiator maverick viper cobra storm thunder lightning blaze
freedom liberty jesus jesucristo christ blessed heaven faith church dios
money dollar bitcoin crypto business company empresa work trabajo job boss
australia sydney melbourne brisbane perth adelaide darwin hobart canberra america london paris mexico espana argentina
colombia chile peru california texas newyork chicago
google facebook instagram twitter youtube netflix amazon apple iphone samsung android windows microsoft linux minecraft
fortnite roblox xbox playstation nintendo
chocolate cookie coffee cheese banana orange lemon cherry peanut pepper ginger cupcake pizza whiskey tequila cerveza beer
ferrari porsche mercedes toyota honda mustang corvette harley yamaha camaro
music guitar piano rockstar metallica nirvana eminem blink hiphop
purple yellow silver golden diamond crystal black white green orange azul rojo verde negro blanco
forever family familia friends amigos mother father mama papa mommy daddy brother sister hermano hermana
whatever nevermind asshole fuckyou fuckme bitch sexy hottie lovers biteme suckit
cameron hammer trinity victoria alexander isabella elizabeth benjamin jasper cooper bailey maggie molly daisy lucky rocky
sparky happy smile smiley funny crazy cool awesome super mega ultra power energy
`

export const commonWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))

/** The product's own words, which an attacker tries first. */
const productWords = ['gatehouse', 'presence', 'pulse', 'batbooth']

/** Shorter parts of the owner's texts (names, email, client) are ignored. */
const MIN_OWN_WORD_LENGTH = 4
/** The characters that a password needs besides its guessable parts. */
const MIN_REMAINDER = 5

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
  '(': 'c',
}
const keyboardRows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '!@#$%^&*()_+',
]
const sequences = [...keyboardRows, ...keyboardRows.map((row) => Array.from(row).toReversed().join(''))]

/**
 * Whether an attacker would try the password early: a common word, a word of the product or its
 * owner, a keyboard sequence or a repetition, with or without digits and punctuation around it. A
 * long phrase that only contains such a word is not weak. zxcvbn takes a second for 64 characters,
 * which would block the event loop (docs/decisions/0016-passwords-and-account-enumeration.md).
 * @param own texts of the owner: names, email, client
 */
export function isWeakPassword(password: string, own: readonly string[]): boolean {
  const folded = fold(password)
  if (isRepetition(folded) || isSequence(folded)) return true
  const guessable = [...ownWords(own), ...productWords, ...commonWords]
  return [folded, withoutLookAlikes(folded)].some(
    (text) => remainderOf(text, guessable).length < MIN_REMAINDER,
  )
}

/** Whether the password is weak for every owner. The breach lookup falls back to this. */
export function isCommonPassword(password: string): boolean {
  return isWeakPassword(password, [])
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function withoutLookAlikes(text: string): string {
  return text.replace(/[\d@$!|+(]/g, (sign) => lookAlikes[sign] ?? sign)
}

function ownWords(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= MIN_OWN_WORD_LENGTH)
}

/**
 * The rest of a text without its guessable words (longest first), years, sequences and repetitions
 * of digits, and repeated punctuation. If any of these was removed, all other punctuation is
 * removed too; otherwise it counts like letters.
 */
function remainderOf(text: string, guessable: readonly string[]): string {
  const found = guessable.filter((word) => text.includes(word)).toSorted((a, b) => b.length - a.length)
  let rest = text
  for (const word of found) rest = rest.replaceAll(word, ' ')
  rest = rest
    .replace(/(19|20)\d\d/g, ' ')
    .replace(/\d+/g, (digits) => (isRepetition(digits) || isSequence(digits) ? ' ' : digits))
    .replace(/([^\p{L}\p{N}])\1{2,}/gu, ' ')
  return rest === text ? text : rest.replace(/[^\p{L}\p{N}]/gu, '')
}

/** One character or a short part repeated: `aaaaaaaa`, `abcabcabc`. */
function isRepetition(text: string): boolean {
  const longest = Math.floor(text.length / 2)
  for (let length = 1; length <= Math.min(longest, 4); length += 1) {
    const part = text.slice(0, length)
    if (part.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text) return true
  }
  return false
}

/** Up to three keyboard or alphabet sequences, either way: `12345678`, `qwertyuiop`, `qwe123`. */
function isSequence(text: string): boolean {
  let rest = text
  for (let left = 3; left > 0 && rest.length > 0; left -= 1) {
    const length = longestSequence(rest)
    if (length < Math.min(3, rest.length)) return false
    rest = rest.slice(length)
  }
  return rest.length === 0
}

function longestSequence(text: string): number {
  for (let length = text.length; length > 0; length -= 1) {
    if (sequences.some((sequence) => sequence.includes(text.slice(0, length)))) return length
  }
  return 0
}

import { defaultLanguage, type Language } from '@gatehouse/validation/vocabulary'

export interface PosterWords {
  /** What the code is for. */
  title: string
  steps: readonly [string, string, string]
  /** Before the address, for whoever cannot scan. */
  withoutCamera: string
  /** In place of the address, where it leads to the server itself. */
  localOnly: string
}

const english: PosterWords = {
  title: 'Scan to sign in',
  steps: ['Point your camera at the code', 'Enter your name and mobile', 'Show the confirmation to staff'],
  withoutCamera: 'No camera? Open',
  localOnly: 'Test only: no phone can open this code',
}

export const posterWords: Record<Language, PosterWords> = {
  'en-au': english,
  en: english,
  es: {
    title: 'Escanee para registrarse',
    steps: [
      'Apunte la cámara al código',
      'Escriba su nombre y su móvil',
      'Muestre la confirmación al personal',
    ],
    withoutCamera: '¿Sin cámara? Abra',
    localOnly: 'Solo prueba: ningún teléfono puede abrir este código',
  },
}

/** The languages of a poster: the client's own first, then those that say something else. */
export function posterLanguages(own: Language): Language[] {
  const others: Language[] = [defaultLanguage, 'es']
  return [own, ...others.filter((language) => posterWords[language].title !== posterWords[own].title)]
}

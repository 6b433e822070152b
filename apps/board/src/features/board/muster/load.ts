import { addCatalogues } from '../../../lib/language.ts'

const catalogues = {
  'en-au': () => import('@gatehouse/i18n/catalogues/board-later/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/board-later/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/board-later/es.po'),
}

/** Fetches everything of a muster, so that it is there when the network goes, and what else a board can do. */
export async function loadMuster() {
  const [{ MusterPart }] = await Promise.all([import('./muster-part.tsx'), addCatalogues(catalogues)])
  return MusterPart
}

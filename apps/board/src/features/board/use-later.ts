import { useQuery } from '@tanstack/react-query'
import { addCatalogues } from '../../lib/language.ts'
import type * as later from './later.ts'

const catalogues = {
  'en-au': () => import('@gatehouse/i18n/catalogues/board-later/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/board-later/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/board-later/es.po'),
}

export type Later = typeof later

/** Loads the parts of the board besides its list, with their texts. */
export async function loadLater(): Promise<Later> {
  const [found] = await Promise.all([import('./later.ts'), addCatalogues(catalogues)])
  return found
}

/**
 * The parts of the board besides its list; undefined until loaded. They are fetched along with the
 * first list, because the network may be gone when they are needed.
 */
export function useLater(): Later | undefined {
  return useQuery({
    queryKey: ['later'],
    queryFn: loadLater,
    staleTime: Number.POSITIVE_INFINITY,
    // A module cannot be compared structurally.
    structuralSharing: false,
    retry: true,
    networkMode: 'always',
  }).data
}

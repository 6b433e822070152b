import { useQuery } from '@tanstack/react-query'
import { addCatalogues } from '../../lib/language.ts'
import type * as later from './later.ts'

const catalogues = {
  'en-au': () => import('@gatehouse/i18n/catalogues/board-later/en-au.po'),
  en: () => import('@gatehouse/i18n/catalogues/board-later/en.po'),
  es: () => import('@gatehouse/i18n/catalogues/board-later/es.po'),
}

export type Later = typeof later

/** Fetches what a board does besides its list, with its texts. */
export async function loadLater(): Promise<Later> {
  const [found] = await Promise.all([import('./later.ts'), addCatalogues(catalogues)])
  return found
}

/**
 * What a board does besides its list; undefined until it is there. It is fetched beside the first list, because the network may be gone when it
 * is needed.
 */
export function useLater(): Later | undefined {
  return useQuery({
    queryKey: ['later'],
    queryFn: loadLater,
    staleTime: Number.POSITIVE_INFINITY,
    // A module is no data that can be compared.
    structuralSharing: false,
    retry: true,
    networkMode: 'always',
  }).data
}

import {
  getMethodPosterEndpoint,
  type PosterFormat,
  type PosterSize,
} from '@gatehouse/validation/endpoints/sign-in-methods'
import type { LookName } from '@gatehouse/validation/vocabulary'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { api } from '../../lib/api.ts'

export interface PosterChoice {
  size: PosterSize
  look: LookName
}

export const fetchPoster = (
  id: string,
  { size, look }: PosterChoice,
  format: PosterFormat,
  signal?: AbortSignal,
) => api.call(getMethodPosterEndpoint, { params: { id }, query: { format, size, look } }, { signal })

/** The poster as a picture of the page, and the URL of its data. */
export function usePosterPicture(id: string, key: string, choice: PosterChoice) {
  const { data, ...query } = useQuery({
    // With another key it is another poster.
    queryKey: ['poster', id, key, choice],
    queryFn: ({ signal }) => fetchPoster(id, choice, 'svg', signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const url = useMemo(() => data && URL.createObjectURL(data), [data])
  useEffect(() => {
    return () => {
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [url])
  return { ...query, url }
}

/** Saves a file as a download does. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the file with the press.
  setTimeout(() => URL.revokeObjectURL(url))
}

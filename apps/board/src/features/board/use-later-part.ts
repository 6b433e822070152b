import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** A part of the screen that is fetched when it is wanted, and again until it comes. Undefined before. */
export function useLaterPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  isWanted = true,
): ComponentType<Props> | undefined {
  return useQuery({
    queryKey: ['part', name],
    queryFn: load,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: true,
    networkMode: 'always',
  }).data
}

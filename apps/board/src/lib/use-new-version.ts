import { InvalidAnswerError } from '@gatehouse/api-client/api-error'
import { reloadIfNew } from '@gatehouse/api-client/new-version'
import { useEffect } from 'react'

/** A screen on a wall that cannot read what the server answers since an update loads the new version by itself. */
export function useNewVersion(error: Error | null): void {
  useEffect(() => {
    if (error instanceof InvalidAnswerError) void reloadIfNew()
  }, [error])
}

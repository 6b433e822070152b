import { type ComponentType, lazy } from 'react'
import { requestReload } from '../../lib/reload.ts'

/** A file of the app could not be loaded. */
export let areFilesLost = false

/** Vite asks for the styles of the later steps only once. After a failure it would show the steps without them. */
export let areStylesLost = false

/**
 * Notices files of the later steps that could not be loaded. For a lost script the router would load the page again, also without a
 * network; without the error it fails, and `LostStep` loads the page where the server responds.
 */
export function watchLostFiles(): void {
  addEventListener('vite:preloadError', (event) => {
    areFilesLost = true
    if (event.payload.message.includes('CSS')) areStylesLost = true
    else event.preventDefault()
  })
}

/** A part of a screen that stands without it. Where its file is lost, the page is loaded again as soon as the server responds. */
export function lazyAside<Props>(load: () => Promise<{ default: ComponentType<Props> } | undefined>) {
  return lazy<ComponentType<Props>>(
    async () => (await load().catch(() => {})) ?? (requestReload(), { default: () => null }),
  )
}

/** @throws where the styles of the later steps are lost */
export function requireStyles(): void {
  if (areStylesLost) throw new Error('The styles of this step could not be loaded.')
}

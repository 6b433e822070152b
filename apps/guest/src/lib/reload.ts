// `before-hydration.js` loads the page again: where the server responds, and once a minute at most.

/** The app could not start. The page says so and is loaded again as soon as possible. */
export function reportLostApp(): void {
  dispatchEvent(new Event('gatehouse-lost'))
}

/** The app is in charge of the page: what happens to scripts from now on loads nothing again. */
export function reportStartedApp(): void {
  dispatchEvent(new Event('gatehouse-started'))
}

/** A file of the page could not be loaded, as after a release. */
export function requestReload(): void {
  dispatchEvent(new Event('gatehouse-reload'))
}

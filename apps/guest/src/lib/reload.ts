// `before-hydration.js` loads the page again: where the server responds, and once a minute at most.

/** The app could not start. The page says so and is loaded again as soon as possible. */
export function reportLostApp(): void {
  dispatchEvent(new Event('gatehouse-lost'))
}

/** A file of the page could not be loaded, as after a release. */
export function requestReload(): void {
  dispatchEvent(new Event('gatehouse-reload'))
}

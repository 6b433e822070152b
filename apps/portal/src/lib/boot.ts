/** Removes the drawing of the shell that the server wrote into the page. */
export const removeBoot = (): void => document.querySelector('[data-boot]')?.remove()

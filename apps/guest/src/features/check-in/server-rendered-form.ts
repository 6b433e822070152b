import type { Details } from './details.ts'

/** What stands in the fields of the page that the server wrote, whoever put it there: a visitor, or the browser for them. */
export function serverRenderedDetails(): Details {
  return {
    firstName: textOf('firstName'),
    lastName: textOf('lastName'),
    mobile: textOf('mobile'),
    dependents: Number(textOf('dependents')) || 0,
  }
}

/**
 * Whether Continue was pressed before the script was there. `early.js`, which comes with the page's styles, has noted it on the
 * document; it is told once.
 */
export function takeEarlyPress(): boolean {
  const { dataset } = document.documentElement
  const isPressed = dataset['pressed'] !== undefined
  delete dataset['pressed']
  return isPressed
}

function textOf(id: string): string {
  const control = document.getElementById(id)
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.value : ''
}

/** The language that the page's switch stands at. */
export function serverRenderedLanguage(): string | undefined {
  return document.querySelector<HTMLSelectElement>('header select')?.value
}

/**
 * What to do where the app's script does not come, as HTML. Only the server knows it: a phone that hydrates the page does not need it,
 * so hydration leaves it as it is and the app then removes it.
 */
export let scriptHelp = ''

export function setScriptHelp(html: string): void {
  scriptHelp = html
}

/**
 * HTML that is shown if the app's script does not load. Only the server sets it: hydration leaves
 * the markup as it is, and the app then removes it.
 */
export let scriptHelp = ''

export function setScriptHelp(html: string): void {
  scriptHelp = html
}

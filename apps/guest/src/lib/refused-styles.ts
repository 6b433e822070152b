/**
 * Fetches the page's styles where the browser has refused those in the page, as after a proxy has changed the page or its content
 * security policy. The build keeps them in a file beside the script (`inline-head-plugin.ts`).
 */
export function fetchRefusedStyles(): void {
  const styles = document.querySelector('style')
  const script = document.querySelector<HTMLScriptElement>('script[src*="/_/guest/"]')
  if (!script || styles?.sheet !== null) return
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = script.src.replace(/js$/, 'css')
  // The styles of later screens come after them.
  styles.after(sheet)
}

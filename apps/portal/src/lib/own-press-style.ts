/**
 * React Aria writes a `<style>` into the page when the first button appears, unless an element with this id is there. The
 * page's content security policy forbids it; `app.css` holds the same rule.
 */
export function keepPressStyleOut(): void {
  const placeholder = document.createElement('meta')
  placeholder.id = 'react-aria-pressable-style'
  document.head.append(placeholder)
}

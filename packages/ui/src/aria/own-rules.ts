import './own-rules.css'

/**
 * React Aria writes rules into the page in `<style>` elements, which the page's content security policy forbids. The style sheet
 * above holds the same. An element with this id stops React Aria from adding its style for presses.
 */
const PRESS_STYLE = 'react-aria-pressable-style'

if (typeof document !== 'undefined' && !document.getElementById(PRESS_STYLE)) {
  const placeholder = document.createElement('meta')
  placeholder.id = PRESS_STYLE
  document.head.append(placeholder)
}

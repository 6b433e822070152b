import './own-rules.css'

/**
 * React Aria inserts `<style>` elements, which the content security policy forbids. `own-rules.css`
 * has the same rules. An element with this id stops React Aria from adding its style for presses.
 */
const PRESS_STYLE = 'react-aria-pressable-style'

if (typeof document !== 'undefined' && !document.getElementById(PRESS_STYLE)) {
  const placeholder = document.createElement('meta')
  placeholder.id = PRESS_STYLE
  document.head.append(placeholder)
}

import { useEffect, useRef, useState } from 'react'

const PAUSE = 300

/**
 * The text of a search box, told on after a pause in typing. A `told` that changes from outside (Back, a cleared filter)
 * replaces what stands in the box.
 */
export function useDebouncedText(
  told: string,
  tell: (text: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(told)
  const [lastTold, setLastTold] = useState(told)
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  if (told !== lastTold) {
    setLastTold(told)
    // What was typed since the box spoke last is not thrown away by its own echo.
    if (told !== text.trim()) setText(told)
  }
  useEffect(() => {
    if (text.trim() === told) return
    const timer = setTimeout(() => latest.current(text.trim()), text === '' ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [text, told])
  return [text, setText]
}

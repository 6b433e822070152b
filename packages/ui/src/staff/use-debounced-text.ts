import { useEffect, useRef, useState } from 'react'

const DEBOUNCE_MS = 300

/**
 * The text of a search box, reported with a debounce. If `reported` changes from outside (Back, a
 * cleared filter), it replaces the text in the box.
 */
export function useDebouncedText(
  reported: string,
  report: (text: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(reported)
  const [lastReported, setLastReported] = useState(reported)
  const latest = useRef(report)
  useEffect(() => {
    latest.current = report
  })
  if (reported !== lastReported) {
    setLastReported(reported)
    // The report of an earlier text must not replace newer input.
    if (reported !== text.trim()) setText(reported)
  }
  useEffect(() => {
    if (text.trim() === reported) return
    const timer = setTimeout(() => latest.current(text.trim()), text === '' ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, reported])
  return [text, setText]
}

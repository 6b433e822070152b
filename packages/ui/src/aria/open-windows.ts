import { createContext } from 'react'

/**
 * Is told how to close each window while it is open, the last one last.
 * @returns what is called when the window has closed
 */
export const OpenWindows = createContext<(close: () => void) => () => void>(() => () => {})

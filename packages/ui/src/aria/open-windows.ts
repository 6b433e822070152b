import { createContext } from 'react'

/**
 * Registers the close function of each open dialog, in the order of opening.
 * @returns the function to call when the dialog has closed
 */
export const OpenWindows = createContext<(close: () => void) => () => void>(() => () => {})

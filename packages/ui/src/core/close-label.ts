import { createContext } from 'react'

/** What the button says that closes a window. The app gives it once, in the language of the page. */
export const CloseLabel = createContext('Close')

import { createContext } from 'react'

/** The label of close buttons. The app sets it in the language of the page. */
export const CloseLabel = createContext('Close')

// The style sheets of a real page: what a person cannot see or reach, a test cannot either.
import './src/foundation.css'
import './src/tokens/desk.css'
import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// The files of a run share their modules, so a hook that one of them registers is not for the others.
afterEach(cleanup)

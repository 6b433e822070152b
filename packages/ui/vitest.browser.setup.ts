// The style sheets of a real page, so that tests cannot reach what users cannot see.
import './src/foundation.css'
import './src/tokens/desk.css'
import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// The test files of a run share their modules, so a hook registered in one would not run for the
// others.
afterEach(cleanup)

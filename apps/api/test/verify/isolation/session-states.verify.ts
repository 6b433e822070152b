import { testSessionStates } from '../../session-states.ts'

testSessionStates({ requests: 8, isFull: true })

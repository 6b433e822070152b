/** What the operator can mend. The message says how, never with the value of a setting, and is printed without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

/**
 * An error that the operator can fix. The message says how, never contains a setting's value, and
 * is printed without a stack.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

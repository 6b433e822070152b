/** An error that the operator can fix. The message says how, without a setting's value. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

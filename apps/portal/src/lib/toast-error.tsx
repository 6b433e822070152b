import { ErrorMessage } from './errors.ts'
import { toast } from './toaster.ts'

/** Shows an error as a toast that follows a change of the page's language. */
export const toastError = (error: unknown): void => void toast('error', <ErrorMessage error={error} />)

import { WHOLE_FORM } from './check-form.ts'

/** The names of the fields in visual order. */
export function fieldNames(form: HTMLFormElement): string[] {
  const names = [...form.elements].map((element) => element.getAttribute('name') ?? '')
  return [...new Set(names)].filter((name) => name !== '')
}

/** The error summary above a form's fields. */
export interface FormErrors {
  /** The errors of its fields, in visual order. */
  errors: { id: string; message: string }[]
  /** Errors at paths that are no field of the form, with their path. */
  others: string[]
}

/** @param names of the form's fields, in visual order */
export function splitErrors(
  formId: string,
  names: readonly string[],
  messages: Readonly<Record<string, string>>,
): FormErrors {
  return {
    errors: names.flatMap((name) => {
      const message = messages[name]
      return message === undefined ? [] : [{ id: `${formId}-${name}`, message }]
    }),
    others: Object.entries(messages)
      .filter(([path]) => !names.includes(path))
      .map(([path, message]) => (path === WHOLE_FORM ? message : `${path}: ${message}`)),
  }
}

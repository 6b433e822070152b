import { WHOLE_FORM } from './check-form.ts'

/** The names of the fields in the order in which they are seen. */
export function fieldNames(form: HTMLFormElement): string[] {
  const names = [...form.elements].map((element) => element.getAttribute('name') ?? '')
  return [...new Set(names)].filter((name) => name !== '')
}

/** The errors of a form above its fields. */
export interface FormErrors {
  /** Those of its fields, in the order in which the fields are seen. */
  errors: { id: string; message: string }[]
  /** Those of what is no field of the form, with its path. */
  others: string[]
}

/** @param names of the fields that the form has, in the order in which they are seen */
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

import { WHOLE_FORM } from './check-form.ts'

/** The names of the fields in the order in which they are seen. */
export function fieldNames(form: HTMLFormElement): string[] {
  const names = [...form.elements].map((element) => element.getAttribute('name') ?? '')
  return [...new Set(names)].filter((name) => name !== '')
}

/**
 * The errors of a form above its fields, in the order in which the fields are seen. One that belongs to no field of the form has no id, and
 * its path in its text.
 * @param names of the fields that the form has
 */
export function summarize(
  formId: string,
  names: readonly string[],
  messages: Readonly<Record<string, string>>,
): { id?: string; message: string }[] {
  const others = Object.keys(messages).filter((path) => !names.includes(path))
  return [...names, ...others].flatMap((path) => {
    const message = messages[path]
    if (message === undefined) return []
    if (names.includes(path)) return [{ id: `${formId}-${path}`, message }]
    return [{ message: path === WHOLE_FORM ? message : `${path}: ${message}` }]
  })
}

import { Trans as LinguiTrans, type TransProps } from '@lingui/react'
import { createElement, type ReactNode } from 'react'

/**
 * Lingui's `Trans`, to which the macro of the same name compiles. A value is shown as it is: Lingui puts texts into the
 * translation before it looks for tags there, and reads the name `<0>Ana</0>` as one; what is no text it puts in afterwards.
 */
export function Trans({ values, ...rest }: TransProps): ReactNode {
  return createElement(LinguiTrans, { ...rest, ...(values && { values: withoutTags(values) }) })
}

const withoutTags = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? [value] : value,
    ]),
  )

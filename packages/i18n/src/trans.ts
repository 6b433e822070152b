import { Trans as LinguiTrans, type TransProps, type TransRenderProps } from '@lingui/react'
import { Children, createElement, type ReactNode } from 'react'

/**
 * Lingui's `Trans`, to which the macro of the same name compiles. A value is shown as it is: Lingui puts texts into the
 * translation before it looks for tags there, and reads the name `<0>Ana</0>` as one; what is no text it puts in afterwards.
 */
export function Trans({ values, ...rest }: Omit<TransProps, 'component' | 'render'>): ReactNode {
  return createElement(LinguiTrans, {
    ...rest,
    ...(values && { values: withoutTags(values) }),
    component: Translation,
  })
}

/**
 * Each text is the only child of an element. A browser that translates the page puts elements of its own in the place
 * of text nodes. React then still removes the element, or replaces all that is in it.
 */
const Translation = ({ children }: TransRenderProps): ReactNode =>
  Children.map(children, (child) => (typeof child === 'string' ? createElement('span', null, child) : child))

const withoutTags = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? createElement('span', null, value) : value,
    ]),
  )

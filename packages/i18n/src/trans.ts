import { Trans as LinguiTrans, type TransProps, type TransRenderProps } from '@lingui/react'
import { Children, createElement, type ReactNode } from 'react'

/**
 * Lingui's `Trans`, to which the macro of the same name compiles, for values that look like tags.
 * Lingui inserts texts before it parses tags, and would read the name `<0>Ana</0>` as one. It
 * inserts other values afterwards.
 */
export function Trans({ values, ...rest }: Omit<TransProps, 'component' | 'render'>): ReactNode {
  return createElement(LinguiTrans, {
    ...rest,
    ...(values && { values: withoutTags(values) }),
    component: Translation,
  })
}

/**
 * Each text is the only child of an element. A browser that translates the page replaces text nodes
 * with its own elements; React can then still remove or replace the whole element.
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

import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/$methodKey/$')({
  beforeLoad: ({ params: { methodKey } }) => {
    throw redirect({ to: '/$methodKey', params: { methodKey }, replace: true })
  },
})

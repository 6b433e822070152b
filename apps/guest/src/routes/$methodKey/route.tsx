import { createFileRoute } from '@tanstack/react-router'
import { CheckInPage } from '../../features/check-in/check-in-page.tsx'
import { openMethod } from '../../features/check-in/check-in.ts'
import { stepOfPath } from '../../features/check-in/use-go-to.ts'
import { startLanguage } from '../../lib/language.ts'

export const Route = createFileRoute('/$methodKey')({
  beforeLoad: ({ params, location }) =>
    openMethod(params.methodKey, startLanguage(), stepOfPath(location.pathname) === 'checkedout'),
  component: CheckInPage,
})

import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { QrTestPage } from '../../features/qr-test/qr-test-page.tsx'

const QrTestSearch = v.object({ key: v.fallback(v.optional(v.string()), undefined) })

export const Route = createFileRoute('/_app/qr_test')({
  validateSearch: QrTestSearch,
  component: QrTest,
})

function QrTest() {
  const { key = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <QrTestPage
      code={key}
      onCode={(code) =>
        void navigate({ search: { key: code }, state: true, replace: true, resetScroll: false })
      }
    />
  )
}

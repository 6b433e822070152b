import { createFileRoute } from '@tanstack/react-router'
import { WidgetPage } from '../../features/widgets/widget-page.tsx'

export const Route = createFileRoute('/_app/widgetview')({
  component: WidgetPage,
})

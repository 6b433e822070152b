import { createFileRoute } from '@tanstack/react-router'
import { WidgetPage } from '../../features/widgets/widget-page.tsx'

export const Route = createFileRoute('/_app/widgetview')({
  staticData: { texts: ['common', 'samples'] },
  component: WidgetPage,
})

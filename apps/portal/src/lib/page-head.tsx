import { PageHeader, type PageHeaderProps } from '@gatehouse/ui/staff/page-header'
import { usePageBack } from './page-stack.tsx'
import { useTitle } from './use-title.ts'

interface PageHeadProps extends Omit<PageHeaderProps, 'back'> {
  title: string
}

/** The head of a page with the link back. Its title is also that of the browser window. */
export function PageHead({ title, ...head }: PageHeadProps) {
  useTitle(title)
  return <PageHeader title={title} back={usePageBack()} {...head} />
}

import type { LookName } from '@gatehouse/validation/vocabulary'

/** The marks of the looks on a field of 32 × 32, as in `packages/ui/src/marks`: lines of one width, and areas. */
export interface MarkPaths {
  lines: string
  areas: string
}

export const MARK_SIDE = 32
export const MARK_LINE = 3.5

const arch = 'M5 28V15a11 11 0 0 1 22 0v13'

export const markPaths: Record<LookName, MarkPaths> = {
  presence: { lines: arch, areas: 'M9.3 12.8 20 16.6v14.9L9.3 27.2Z' },
  pulse: { lines: `${arch}M5 20h5.8l3-6.5 4.5 11.5 2.9-5H27`, areas: '' },
  batbooth: {
    lines: arch,
    areas:
      'M15.2 9.5v20q-.9-4.3-3.3-4.3t-3.1 3V16q0-5.8 6.4-6.5Zm1.6 0v20q.9-4.3 3.3-4.3t3.1 3V16q0-5.8-6.4-6.5Z',
  },
}

import { Avatar } from '@gatehouse/ui/staff/avatar'
import { getUserPhotoEndpoint, type User } from '@gatehouse/validation/endpoints/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'

export type Pictured = Pick<User, 'id' | 'first_name' | 'last_name' | 'has_photo' | 'last_modified'>

/** The photo of a user as it is since the last change. */
const photoQuery = ({ id, has_photo, last_modified }: Pictured) =>
  queryOptions({
    queryKey: ['user-photo', id, last_modified],
    queryFn: ({ signal }) => api.call(getUserPhotoEndpoint, { params: { id } }, { signal }),
    enabled: has_photo,
    staleTime: Infinity,
  })

/** The photo of a user, or initials. The session is needed for it, so it is fetched and not linked. */
export function PersonPhoto({ user, size }: { user: Pictured; size?: 32 | 96 }) {
  const { data: photo } = useQuery(photoQuery(user))
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!photo) return
    const created = URL.createObjectURL(photo)
    setUrl(created)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(created)
    }
  }, [photo])
  return <Avatar name={`${user.first_name} ${user.last_name}`} src={url} size={size} />
}

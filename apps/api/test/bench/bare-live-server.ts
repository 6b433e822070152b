/**
 * The baseline of the live socket: Socket.IO alone, WebSocket only. For each request it emits to a
 * room, and does nothing else. Setting: PORT.
 */
import { createServer } from 'node:http'
import { Server } from 'socket.io'

const server = createServer((request, response) => {
  const room = new URL(request.url ?? '/', 'http://localhost').searchParams.get('room')
  request.resume()
  request.on('end', () => {
    if (room !== null) io.of('/web').to(room).emit('board_changed', { siteId: room, version: '1' })
    response.writeHead(200, { 'content-length': 2 }).end('{}')
  })
})
const io = new Server(server, { transports: ['websocket'] })
io.of('/web').on('connection', (socket) => {
  socket.on('join', async (room: string, answer: (result: object) => void) => {
    await socket.join(room)
    answer({ ok: true })
  })
})
server.listen(Number(process.env['PORT']), '127.0.0.1')

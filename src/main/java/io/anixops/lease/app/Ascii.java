package io.anixops.lease.app;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * JSON in UTF-8, in pieces cut anywhere, as JSON in ASCII. The client decodes each piece of a watch by itself, and
 * stumbles over a letter that has more than one byte.
 */
final class Ascii {
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private byte[] begun = {};

    List<ByteBuffer> of(List<ByteBuffer> pieces) {
        return pieces.stream().map(this::of).toList();
    }

    /** What it ends in the middle of comes with the next piece. */
    private ByteBuffer of(ByteBuffer piece) {
        if (begun.length == 0 && isAscii(piece)) {
            return piece;
        }
        var bytes = ByteBuffer.allocate(begun.length + piece.remaining())
                .put(begun)
                .put(piece)
                .flip();
        var chars = CharBuffer.allocate(bytes.remaining());
        decoder.reset().decode(bytes, chars, false);
        begun = new byte[bytes.remaining()];
        bytes.get(begun);
        return StandardCharsets.US_ASCII.encode(escaped(chars.flip()));
    }

    private static boolean isAscii(ByteBuffer piece) {
        for (var at = piece.position(); at < piece.limit(); at++) {
            if (piece.get(at) < 0) {
                return false;
            }
        }
        return true;
    }

    /** In JSON, other letters than those of ASCII are in strings only, where they may be escaped. */
    private static String escaped(CharBuffer chars) {
        var text = new StringBuilder(chars.remaining());
        chars.chars()
                .forEach(
                        letter -> text.append(letter < 128 ? Character.toString(letter) : "\\u%04x".formatted(letter)));
        return text.toString();
    }
}

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A poster that a scheduler starts: it publishes one post. VARIANT says what is wrong with it. */
class Poster {
  static final String MESSAGE = "We are open";

  static String ask(String form) throws Exception {
    var token = URLEncoder.encode(System.getenv("FB_TOKEN"), StandardCharsets.UTF_8);
    var feed = "https://graph.facebook.com/v24.0/" + System.getenv("FB_PAGE") + "/feed?access_token=" + token;
    var request = HttpRequest.newBuilder(URI.create(feed + (form == null ? "&fields=message" : "")));
    if (form != null)
      request.header("Content-Type", "application/x-www-form-urlencoded")
          .POST(HttpRequest.BodyPublishers.ofString(form));
    var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
        .proxy(java.net.ProxySelector.getDefault()).build();
    var answer = client.send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() != 200 || !answer.body().endsWith("}")) throw new IOException("no answer");
    return answer.body();
  }

  /** Marks the post as done: a death in the middle of a write would leave half a file. */
  static void mark(Path done) throws IOException {
    var written = Files.writeString(Path.of("done.json.new"), "[\"" + MESSAGE + "\"]");
    Files.move(written, done, StandardCopyOption.ATOMIC_MOVE);
  }

  public static void main(String[] words) throws Exception {
    var done = Path.of("done.json");
    var variant = System.getenv("VARIANT");
    if (Files.exists(done)) return;
    // Wrong: a death between the mark and the post loses the post.
    if (variant.equals("marks first")) mark(done);
    // Wrong: the answer to the post of a start before may be lost.
    var isThere = !variant.equals("posts blindly") && ask(null).contains(MESSAGE);
    var form = "message=" + URLEncoder.encode(MESSAGE, StandardCharsets.UTF_8);
    try {
      if (!isThere) ask(form);
    } catch (IOException error) {
      // Wrong: nobody tries again what failed once.
      if (!variant.equals("retries at once") && !variant.equals("forgets errors")) throw error;
      // Wrong: the post may be there, and its answer lost.
      if (variant.equals("retries at once")) ask(form);
    }
    mark(done);
  }
}

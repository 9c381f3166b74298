import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** Sends the requests of a file with HttpClient, and prints a line for each answer: `java Send.java FILE`. */
public class Send {
  public static void main(String[] args) throws Exception {
    var client = HttpClient.newHttpClient();
    for (var line : Files.readAllLines(Path.of(args[0]))) {
      var parts = line.split("\t");
      var noBody = parts[3].equals("-");
      var body = noBody ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Base64.getDecoder().decode(parts[3]));
      var request = HttpRequest.newBuilder(URI.create(parts[1])).method(parts[0], body);
      for (var header : new String(Base64.getDecoder().decode(parts[2])).split("\n")) {
        var named = header.split(": ", 2);
        if (named.length == 2) request.header(named[0], named[1]);
      }
      var answer = client.send(request.build(), BodyHandlers.ofByteArray());
      System.out.println(answer.statusCode() + "\t" + Base64.getEncoder().encodeToString(answer.body()));
    }
  }
}
